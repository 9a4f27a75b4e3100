"""Imported as `rlve_gym.trainers`, never as a top-level package: the name `trainers` belongs to the user."""

if __name__ == "trainers":
    raise ImportError(
        "This folder is the package `rlve_gym.trainers`: import it under that name (`import rlve_gym` first)."
    )
