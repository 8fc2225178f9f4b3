import { createHmac } from 'node:crypto'
import { WorklistVersion } from '@readroom/db/queries/worklist-version'

/**
 * ETags of pages of a list: which version of the database a page is of (docs/decisions/worklist-queries.md), signed together with what it is a page of
 * (`about`), so that what a caller made up, or has of another list, holds for nothing.
 */
export function createListTags(secret: string) {
  const sign = (version: string, about: string) =>
    createHmac('sha256', secret).update(`worklist page\n${version}\n${about}`).digest('base64url')

  return {
    /** The tag, in its quotes. */
    write(version: WorklistVersion, about: string): string {
      const said = Buffer.from(JSON.stringify(version)).toString('base64url')
      return `"${said}.${sign(said, about)}"`
    },
    /** The version that an `If-None-Match` names, of ours for this list; else null. A cache on the way may have made our tags weak ones. */
    read(ifNoneMatch: string | undefined, about: string): WorklistVersion | null {
      for (const [, said = '', signature] of (ifNoneMatch ?? '').matchAll(/"([\w-]+)\.([\w-]+)"/g))
        if (signature === sign(said, about))
          return WorklistVersion.parse(JSON.parse(Buffer.from(said, 'base64url').toString('utf8')))
      return null
    },
  }
}
