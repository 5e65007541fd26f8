// Runs `clockface lint` behind Pyodide's two scripts. All that Pyodide asks for comes from memory.

const LOCK = '{"info": {"version": "0.27.7"}, "packages": {}}'; // of Pyodide's packages; NumPy is unpacked here

let command;

onmessage = async ({ data: { python, number, sources, options } }) => {
  try {
    if (python) postMessage(await start(python));
    else postMessage({ number, text: await lint(sources, options) });
  } catch (error) {
    postMessage({ number, failure: `${error.message ?? error}` });
  }
};

async function start(files) {
  const headers = { "Content-Type": "application/wasm" }; // which streaming compilation asks for
  self.fetch = async (address) => new Response(files[`${address}`.split("/").at(-1)] ?? LOCK, { headers });
  const python = await loadPyodide({ indexURL: "https://pyodide.invalid/" });
  for (const name in files) if (/\.whl$|^clockface/.test(name)) python.unpackArchive(files[name], "zip", { extractDir: "/own" });
  python.runPython("import sys; sys.path.append('/own')");
  python.FS.mkdir("/given");
  python.FS.chdir("/given");
  const { output } = python.pyimport("clockface.command.output"), { HEADER } = python.pyimport("clockface.command.inputs");
  command = { FS: python.FS, most: HEADER + 4, run: (words) => output(python.toPy(words)) };
  return {};
}

// Each file has its own name, since that tells the command what kind of file it is.
async function lint(sources, options) {
  const { FS, most, run } = command;
  for (const name of FS.readdir(".")) if (![".", ".."].includes(name)) FS.unlink(name);
  for (const file of sources) FS.writeFile(file.name, new Uint8Array(await file.slice(0, most).arrayBuffer()));
  return run(["lint", ...options, "--", ...sources.map(({ name }) => name)]);
}
