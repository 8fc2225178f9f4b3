import type { Context } from '../../core/context.ts'

/** The name of Orthanc's Web Viewer plugin. */
const plugin = 'web-viewer'

const patienceMs = 2_000
const freshMs = { known: 60_000, unknown: 10_000 }

/**
 * Tells whether studies can be opened in the archive viewer: the operator allows it and the image archive has the plugin. Asks the archive about
 * once a minute. Only the first caller waits for it. While the archive is down the last answer stays.
 */
export function watchArchiveViewer({ orthanc, config }: Pick<Context, 'orthanc' | 'config'>): () => Promise<boolean> {
  let known: boolean | null = null
  let freshUntil = 0
  let asking: Promise<void> | null = null

  async function ask(): Promise<void> {
    try {
      known = (await orthanc.listPlugins(AbortSignal.timeout(patienceMs))).includes(plugin)
      freshUntil = Date.now() + freshMs.known
    } catch {
      known ??= false
      freshUntil = Date.now() + freshMs.unknown
    }
    asking = null
  }

  return async () => {
    if (config.ARCHIVE_VIEWER === 'off') return false
    if (Date.now() > freshUntil) asking ??= ask()
    if (known === null) await asking
    return known ?? false
  }
}
