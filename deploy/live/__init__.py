"""Live classes beside Streamlit: doors (routes), streams of events, and where classes are kept."""
