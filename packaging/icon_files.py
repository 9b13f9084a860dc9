"""Icons as Windows and macOS have them, made of the pictures in packaging/linux.

Both formats are a list of pictures behind a short head, and take PNG as it is.
"""

import struct
from pathlib import Path

PICTURES = Path(__file__).resolve().parent / "linux" / "share" / "icons" / "hicolor"
WINDOWS_SIZES = (16, 24, 32, 48, 64, 128, 256)
MAC_KINDS = {b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic11": 32, b"ic12": 64}
"""The kinds that hold PNG, with their pixels at each side."""


def picture(size: int) -> bytes:
    """The icon as PNG with so many pixels at each side."""
    [path] = (PICTURES / f"{size}x{size}" / "apps").glob("*.png")
    return path.read_bytes()


def write_windows_icon(path: Path) -> None:
    """Write an .ico file."""
    pictures = [picture(size) for size in WINDOWS_SIZES]
    head = struct.pack("<HHH", 0, 1, len(pictures))
    start = len(head) + 16 * len(pictures)
    entries = b""
    for size, content in zip(WINDOWS_SIZES, pictures, strict=True):
        side = size % 256  # 0 stands for 256
        entries += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(content), start)
        start += len(content)
    path.write_bytes(head + entries + b"".join(pictures))


def write_mac_icon(path: Path) -> None:
    """Write an .icns file."""
    chunks = b""
    for kind, size in MAC_KINDS.items():
        content = picture(size)
        chunks += kind + struct.pack(">I", 8 + len(content)) + content
    path.write_bytes(b"icns" + struct.pack(">I", 8 + len(chunks)) + chunks)
