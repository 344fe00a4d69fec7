#!/usr/bin/env python3
"""Damages model files and lets `lamina check` read them; run by hand, for as long as one likes.

    mutate_files.py LAMINA COUNT FILE...

Every outcome must be a file that was read (exit code 0) or a reason in one line (exit code 2), within 10 s and 2 GiB.
Anything else is printed, and the damaged file is kept in the folder that is named at the end.
"""
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile

SECONDS = 10
BYTES = 2 << 30
NUMBERS = [b"-1", b"4294967295", b"1e400", b"nan", b"9999999999999999999", b"0"]


def damage(data, choice):
    """One to four changes of the kinds that broken files have: flips, cuts, copies, numbers out of range."""
    data = bytearray(data)
    for _ in range(choice.randint(1, 4)):
        if not data:
            break
        at = choice.randrange(len(data))
        kind = choice.randrange(5)
        if kind == 0:
            data[at] ^= 1 << choice.randrange(8)
        elif kind == 1:
            del data[at:at + choice.choice([1, 4, 16, 256, len(data)])]
        elif kind == 2:
            length = choice.choice([4, 16, 256])
            data[at:at] = data[at:at + length]
        elif kind == 3:
            data[at:at + 4] = choice.choice([b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"\0\0\0\0"])
        else:
            begin = next((i for i in range(at, len(data)) if data[i] in b"0123456789"), None)
            if begin is not None:
                end = begin
                while end < len(data) and data[end] in b"0123456789.":
                    end += 1
                data[begin:end] = choice.choice(NUMBERS)
    return bytes(data)


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def verdict(lamina, path):
    """What is wrong with the outcome of reading a file; nothing if all is well."""
    try:
        run = subprocess.run([lamina, "check", path], capture_output=True, timeout=SECONDS, preexec_fn=limit_memory)
    except subprocess.TimeoutExpired:
        return f"took more than {SECONDS} s"
    if run.returncode == 0:
        return None
    text = run.stderr.decode(errors="replace").strip()
    if run.returncode != 2:
        return f"exit code {run.returncode}: {text[:200]}"
    if len(text.splitlines()) != 1:
        return f"{len(text.splitlines())} lines: {text[:200]}"
    return "no memory" if "bad_alloc" in text else None


def main():
    lamina, count, files = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    work = tempfile.mkdtemp(prefix="lamina-mutated-")
    failures = 0
    for number in range(count):
        file = files[number % len(files)]
        choice = random.Random(f"{os.path.basename(file)} {number}")
        folder = os.path.join(work, str(number))
        # What lies beside the file belongs to it: buffers of glTF, elements and faces of TetGen.
        os.mkdir(folder)
        stem = os.path.basename(file).split(".")[0]
        for other in os.listdir(os.path.dirname(os.path.abspath(file))):
            if other.startswith(stem) and os.path.isfile(os.path.join(os.path.dirname(os.path.abspath(file)), other)):
                shutil.copy(os.path.join(os.path.dirname(os.path.abspath(file)), other), folder)
        path = os.path.join(folder, os.path.basename(file))
        with open(file, "rb") as original:
            data = damage(original.read(), choice)
        with open(path, "wb") as damaged:
            damaged.write(data)
        wrong = verdict(lamina, path)
        if wrong:
            failures += 1
            print(f"{path}: {wrong}", flush=True)
        else:
            shutil.rmtree(folder)
    print(f"{count} files, {failures} failures; kept in {work}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
