# A minimal app that shows the table, as in tutorials; bench/browser.py compares the rooms with it.
import numpy as np
import plotly.express as px
import streamlit as st

d_model = st.slider("d_model", 2, 1024, 512, step=2)
angles = np.arange(128)[:, None] / 10_000 ** (np.arange(0, d_model, 2) / d_model)
table = np.empty((128, d_model))
table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
st.title("Positional encoding")
st.plotly_chart(px.imshow(table, aspect="auto", color_continuous_scale="RdBu"))
