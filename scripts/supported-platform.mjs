// Says which machines are supported. Uses only Node's built-in modules, because it runs before anything is installed.

const anyNode = 20
/** npm has no current Node for macOS, so the installed one runs the product. */
const ownNode = 24

/** The machine that this process runs on. */
export function readPlatform() {
  const { platform, arch, versions } = process
  return { platform, arch, node: versions.node, hasGlibc: platform !== 'linux' || readGlibcVersion() !== undefined }
}

/** The reason why the product cannot run on a machine, in one sentence; undefined where it can. */
export function findPlatformProblem({ platform, arch, node, hasGlibc }) {
  const major = Number(node.split('.')[0])
  if (platform === 'win32') {
    return 'Windows is not supported: install the Windows Subsystem for Linux ("wsl --install"), and run the same command inside it.'
  }
  if (platform !== 'linux' && platform !== 'darwin') {
    return `This system (${platform}) is not supported: use Linux or macOS.`
  }
  if (arch !== 'x64' && arch !== 'arm64') {
    return `This processor (${arch}) is not supported: use a machine with x64 or arm64.`
  }
  if (!hasGlibc) {
    return 'Linux without glibc, such as Alpine, is not supported: use a distribution with glibc, such as Debian.'
  }
  if (platform === 'darwin' && major < ownNode) {
    return `On macOS, Node ${ownNode} or newer is needed, and this is ${node}: install it from nodejs.org or with Homebrew.`
  }
  if (major < anyNode) return `Node ${anyNode} or newer is needed, and this is ${node}: install it from nodejs.org.`
  return undefined
}

function readGlibcVersion() {
  // Looking up the names of open connections may take seconds.
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime
}
