"""Collects what the files of a folder say of themselves."""

import pkgutil


def records(folder, package, attribute):
    """Records of the NumPy files in a package, by their "name".

    A record is a module's dictionary SCHEME or RULE: its "name", its "function", and whatever else a script
    needs that calls the functions of several files. An export writes the records that a script's first
    paragraph names instead of this search.

    Parameters
    ----------
    folder : list of str
        `__path__` of the package.
    package : str
        `__name__` of the package.
    attribute : str
        What the modules call their record; modules without one are left out.
    """
    stems = [module.name for module in pkgutil.iter_modules(folder) if not module.name.endswith("_torch")]
    modules = [pkgutil.resolve_name(f"{package}.{stem}") for stem in stems]
    found = [getattr(module, attribute) for module in modules if hasattr(module, attribute)]
    return {record["name"]: record for record in found}
