"""The Learned room: its tables and its views."""
