"""Values by released implementations, in files of a fixed schema, beside what core gives for the same arguments."""
