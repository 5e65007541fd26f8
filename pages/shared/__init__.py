"""The only Streamlit helpers: the frame, the shared settings, a room's opening and close, charts."""
