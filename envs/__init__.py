"""Imported as `rlve_gym.envs`, never as a top-level package: the name `envs` belongs to the user."""

if __name__ == "envs":
    raise ImportError("This folder is the package `rlve_gym.envs`: import it under that name, after `import rlve_gym`.")
