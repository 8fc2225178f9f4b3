// Prints the folder of a Node that Readroom supports, for `with-node`; prints nothing if the running Node is supported.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const cache = join(here, '../../.node')
const name = `node-${process.platform}-${process.arch}`

/** The pinned versions by platform, with the checksums that npm compares. */
const { packages } = JSON.parse(readFileSync(join(here, 'node/package-lock.json'), 'utf8'))
const pinned = packages[`node_modules/${name}`]
const oldest = packages[''].engines.node.replace('>=', '')
const need = `Readroom needs Node ${oldest} or later; this is ${process.versions.node}.`
const advice = `Install Node ${oldest} or later, then run the command again.`

async function main() {
  if (isSupported(process.versions.node)) return
  if (pinned === undefined) throw new Error(`${need} It cannot be fetched for ${process.platform} on ${process.arch}. ${advice}`)
  const folder = join(cache, `${pinned.version}-${process.arch}`)
  if (!existsSync(folder)) {
    console.error(`Fetching Node ${pinned.version} from npm (this is ${process.versions.node})`)
    await fetchNode(folder)
  }
  console.log(join(folder, 'node_modules', name, 'bin'))
}

function isSupported(version) {
  const [major, minor] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldest.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

/** Installs the pinned Node beside `folder`, tries it and moves it there, so that `folder` is complete or absent. */
async function fetchNode(folder) {
  mkdirSync(cache, { recursive: true })
  removeAbandoned()
  const unfinished = mkdtempSync(join(cache, 'unfinished-'))
  chmodSync(unfinished, 0o755)
  try {
    writeManifest(unfinished)
    const patience = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']
    await run('npm', ['ci', '--prefix', unfinished, '--ignore-scripts', '--no-audit', '--no-fund', ...patience], {
      cwd: unfinished,
      failure: `${need} Fetching it from npm failed. ${advice}`,
    })
    const node = join(unfinished, 'node_modules', name)
    // npx looks for global packages here; npm 9 fails without the folder.
    mkdirSync(join(node, 'lib'))
    await run(join(node, 'bin/node'), ['--version'], {
      cwd: unfinished,
      failure: `${need} The one from npm does not run on this system. ${advice}`,
    })
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another start was faster.
    if (!existsSync(folder)) throw error
  }
}

/** Names one package as required: npm silently leaves out an optional one that it cannot get. */
function writeManifest(folder) {
  const dependencies = { [name]: pinned.version }
  const lock = {
    lockfileVersion: 3,
    packages: { '': { dependencies }, [`node_modules/${name}`]: { ...pinned, optional: false } },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
}

/** Removes the downloads of starts that were killed. */
function removeAbandoned() {
  const anHourAgo = Date.now() - 3_600_000
  for (const entry of readdirSync(cache).filter((candidate) => candidate.startsWith('unfinished-'))) {
    const path = join(cache, entry)
    if (statSync(path).mtimeMs < anHourAgo) rmSync(path, { recursive: true, force: true })
  }
}

main().catch((error) => {
  console.error(error.message)
  process.exit(1)
})
