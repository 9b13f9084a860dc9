"""The Python library: data frames in and out, results that print well; `arxdesk` gives its names to users."""
