"""The rooms of the section Teach, and what stands around a room in a lesson."""
