"""Live classes beside Streamlit: routes, streams of events, and where classes are kept."""
