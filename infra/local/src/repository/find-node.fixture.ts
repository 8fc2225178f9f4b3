import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import getPort from 'get-port'
import { onTestFinished } from 'vitest'
import { inheritedEnvironment } from '../core/config.ts'
import { makeFolder } from '../core/folder.fixture.ts'

const repository = fileURLToPath(new URL('../../../..', import.meta.url))
const platformPackage = `node-${process.platform}-${process.arch}`

export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

export interface Checkout {
  /** The folder that keeps the fetched Node. */
  cache: string
  run: (command: string, ...args: string[]) => Promise<Outcome>
  registry: { requests: string[]; close: () => void }
}

interface Pin {
  packageName: string
  version: string
}

interface CheckoutOptions {
  packageName?: string
  /** By default, newer than any Node that runs the tests, which is therefore too old for the checkout. */
  version?: string
  /** The archive that the registry serves: the pinned one, or one with a byte more. */
  served?: 'as pinned' | 'altered'
}

/** Makes a checkout that pins a Node, and a registry that serves a stand-in for it: a program that prints its arguments. */
export async function makeCheckout(options: CheckoutOptions = {}): Promise<Checkout> {
  const { packageName = platformPackage, version = '99.0.0', served = 'as pinned' } = options
  const pin: Pin = { packageName, version }
  const root = await makeFolder()
  const local = join(root, 'checkout/infra/local')
  const files = ['package.json', 'infra/local/with-node', 'infra/local/find-node.mjs', 'infra/local/run.mjs']
  for (const file of files) await cp(join(repository, file), join(root, 'checkout', file))
  const archive = await packNode(root, pin)
  await writeJson(join(local, 'node/package-lock.json'), {
    packages: {
      '': { engines: { node: `>=${version}` } },
      [`node_modules/${packageName}`]: { version, integrity: integrityOf(archive) },
    },
  })
  const registry = await serveRegistry(pin, served === 'altered' ? Buffer.concat([archive, Buffer.from('x')]) : archive)
  const env = {
    PATH: inheritedEnvironment().PATH,
    npm_config_registry: registry.url,
    npm_config_cache: join(root, 'npm-cache'),
    npm_config_userconfig: join(root, 'npmrc'),
    npm_config_fetch_retries: '0',
  }
  const checkout = join(root, 'checkout')
  return {
    cache: join(checkout, '.node'),
    registry,
    run: (command, ...args) => runCommand(command, args, { cwd: checkout, env }),
  }
}

async function packNode(root: string, { packageName, version }: Pin): Promise<Buffer> {
  const folder = join(root, 'package')
  const program = join(folder, 'bin/node')
  await mkdir(dirname(program), { recursive: true })
  await writeFile(program, '#!/bin/sh\necho "Node 99 runs $*"\n')
  await chmod(program, 0o755)
  await writeJson(join(folder, 'package.json'), { name: packageName, version })
  await promisify(execFile)('tar', ['-czf', 'package.tgz', 'package'], { cwd: root })
  return readFile(join(root, 'package.tgz'))
}

async function writeJson(file: string, value: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(value))
}

function integrityOf(archive: Buffer): string {
  return `sha512-${createHash('sha512').update(archive).digest('base64')}`
}

async function serveRegistry(
  { packageName, version }: Pin,
  archive: Buffer,
): Promise<{ url: string; requests: string[]; close: () => void }> {
  const port = await getPort()
  const url = `http://127.0.0.1:${port}`
  const requests: string[] = []
  const dist = { tarball: `${url}/package.tgz`, integrity: integrityOf(archive) }
  const manifest = { name: packageName, 'dist-tags': {}, versions: { [version]: { name: packageName, version, dist } } }
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end(request.url === '/package.tgz' ? archive : JSON.stringify(manifest))
  })
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(close)
  return { url, requests, close }
}

function runCommand(command: string, args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(command, args, options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, stdout, stderr }),
    )
  })
}
