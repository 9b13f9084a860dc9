"""Files of ARX taken apart: the archive, its XML, Java's serialized objects."""
