"""Compiles all kernels into libraries that a packaged program loads, without a compiler: one per level of processors.

    .venv/bin/python packaging/compile_kernels.py FOLDER

The levels are those of arxdesk_engine.kernels.built. Numba compiles the kernels once, as it does at run time, for the
most able level and not for the processor that is there; LLVM makes each library of that. A C compiler, Python's headers
and setuptools are needed for what Numba links them with.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
import tempfile
import warnings
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from arxdesk_engine.kernels import built

PACKAGE = "arxdesk_engine.kernels"


def kernels() -> Iterator[Any]:
    """All kernels that have been compiled, in the order of their names."""
    from numba.core.dispatcher import Dispatcher  # noqa: PLC0415 - after the level is set

    for name, module in sorted(sys.modules.items()):
        if name.startswith(f"{PACKAGE}."):
            for value in vars(module).values():
                if isinstance(value, Dispatcher) and value.py_func.__module__ == name and value.overloads:
                    if not value.targetoptions.get("nogil"):
                        raise SystemExit(f"{name}.{value.py_func.__name__} holds the interpreter; give it nogil=True.")
                    yield value


def described(kind: Any) -> list[Any]:  # noqa: ANN401 - a type of Numba, which has no types of its types
    """The type of an argument, as arxdesk_engine.kernels.built checks it."""
    from numba import types  # noqa: PLC0415 - likewise

    if isinstance(kind, types.Array):
        return ["array", str(kind.dtype).replace("boolean", "bool"), kind.ndim, kind.layout == "C", kind.mutable]
    is_tuple = isinstance(kind, types.BaseTuple)
    if is_tuple:
        return ["tuple", [described(member) for member in kind.types]]
    if isinstance(kind, types.Number | types.Boolean):
        return ["number"]
    raise SystemExit(f"A kernel takes {kind}, which arxdesk_engine.kernels.built cannot check.")


def write_libraries(folder: Path) -> bool:
    """Write a library for each level, and the list of types, into a folder; tell whether that went well."""
    from arxdesk_engine.kernels.compile import compile_all  # noqa: PLC0415 - likewise

    import_module("setuptools")  # numba.pycc needs it, and would say so after all has been compiled
    number_expressions()
    compile_all()
    types_of: dict[str, list[list[Any]]] = {}
    results: dict[str, tuple[Any, Any]] = {}
    for kernel in kernels():
        name = built.name_of(kernel.py_func.__module__, kernel.py_func.__name__)
        from_python = [result for result in kernel.overloads.values() if is_called_from_python(result)]
        if not from_python:
            continue
        types_of[name] = [[described(kind) for kind in result.signature.args] for result in from_python]
        results |= {f"{name}__{number}": (kernel, result) for number, result in enumerate(from_python)}
    text = json.dumps(types_of, sort_keys=True, separators=(",", ":"))
    (folder / built.TYPES).write_text(text, encoding="utf-8")
    forking = multiprocessing.get_context("fork")  # what has been compiled cannot be handed to another program
    writers = [forking.Process(target=write_library, args=(level, folder, results)) for level in built.LEVELS]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    return all(writer.exitcode == 0 for writer in writers)


def write_library(level: str, folder: Path, results: dict[str, tuple[Any, Any]]) -> None:
    """Write the library for a level; each symbol has its kernel and what Numba has compiled of it."""
    library = import_module("numba.pycc").CC(built.library_name(level), source_module=built)
    library.output_dir, library.target_cpu = str(folder), level
    for symbol, (kernel, result) in results.items():
        library.export(symbol, result.signature)(kernel.py_func)
    link_instead_of_compiling({symbol: result for symbol, (_kernel, result) in results.items()})
    library.compile()


def number_expressions() -> None:
    """Let Numba name expressions of arrays by their order; by their addresses no two libraries are the same."""
    numbers: dict[Any, int] = {}  # it keeps what it has numbered, so that no address comes twice
    vars(import_module("numba.np.ufunc.array_exprs"))["hash"] = lambda part: numbers.setdefault(part, len(numbers))


def is_called_from_python(result: Any) -> bool:  # noqa: ANN401 - of Numba
    """Whether Python can call a compiled kernel; those without a signature are called by other kernels alone."""
    wrapper = result.fndesc.llvm_cpython_wrapper_name
    return wrapper in {function.name for function in result.library._final_module.functions}  # noqa: SLF001


def link_instead_of_compiling(results: dict[str, Any]) -> None:
    """Let Numba put what it has compiled into a library, by the names of the kernels there; else it compiles anew.

    What it would compile anew is not quite the same: functions without a signature get other types.
    """
    from llvmlite.binding import Linkage  # noqa: PLC0415 - likewise
    from numba.core.environment import Environment  # noqa: PLC0415 - likewise
    from numba.pycc import compiler  # noqa: PLC0415 - likewise

    def joined(self: Any) -> Any:  # noqa: ANN401 - of Numba
        self.exported_function_types, self.function_environments, self.environment_gvs = {}, {}, {}
        library = self.context.codegen().create_library(self.module_name)
        library.add_ir_module(import_module("numba.core.runtime.nrtdynmod").create_nrt_module(self.context)[0])
        module = library._final_module  # noqa: SLF001 - it has no other way in
        for entry in self.export_entries:
            result = results[entry.symbol]
            described = result.fndesc
            module.link_in(result.library._final_module, preserve=True)  # noqa: SLF001 - likewise
            wrapper = module.get_function(described.llvm_cpython_wrapper_name)
            wrapper.name = self._mangle_method_symbol(entry.symbol)
            convention = result.target_context.call_conv
            self.exported_function_types[entry] = convention.get_function_type(described.restype, described.argtypes)
            self.function_environments[entry] = result.environment
            self.environment_gvs[entry] = described.env_name
        for function in module.functions:  # what is not called goes
            if function.linkage == Linkage.external and not function.is_declaration and "pycc" not in function.name:
                function.linkage = "internal"
        own = set(self.environment_gvs.values())
        names = {variable.name for variable in module.global_variables} & set(Environment._memo) - own  # noqa: SLF001
        self.extra_environments = {name: Environment._memo[name] for name in sorted(names)}  # noqa: SLF001
        ir = library.create_ir_module("wrapper")
        self._emit_python_wrapper(ir)
        library.add_ir_module(ir)
        library.finalize()
        for function in library.get_defined_functions():
            if function.name not in self.dll_exports:
                is_own = function.linkage in {Linkage.private, Linkage.internal}
                function.visibility = "default" if is_own else "hidden"
        return library

    compiler.ModuleCompiler._cull_exports = joined  # type: ignore[method-assign]  # noqa: SLF001 - it has no other way in


def main(arguments: list[str]) -> int:
    """Carry out the command line; return the exit status."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(arguments[0]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:  # what the environment has cached is for its own processor
        level = next(iter(built.LEVELS))
        os.environ |= {"NUMBA_CPU_NAME": level, "NUMBA_CPU_FEATURES": "", "NUMBA_CACHE_DIR": scratch}
        warnings.simplefilter("ignore")  # Numba: that this way of compiling may go one day
        return 0 if write_libraries(folder) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
