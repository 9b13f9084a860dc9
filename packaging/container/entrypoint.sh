#!/bin/sh
# Numba takes compiled kernels only from a folder that it can write: those of the image are copied where it can.
if [ -d "$ARXDESK_KERNELS" ] && [ ! -e "$NUMBA_CACHE_DIR" ]; then
    cp -R -p "$ARXDESK_KERNELS" "$NUMBA_CACHE_DIR" 2>/dev/null || true
fi
exec arxdesk "$@"
