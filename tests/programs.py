"""Small programs run in a Python of their own."""

import subprocess
import sys


def ended(program: str) -> tuple[int, str, str]:
    """Run a program of Python; return its exit code and what it wrote."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr
