"""What the rooms of the section Schemes compute about encodings."""
