import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

/** Returns the mails in the mail catcher's folder, oldest first. */
export async function readMails(dir: string): Promise<Email[]> {
  const files = (await readdir(dir)).filter((name) => !name.startsWith('.')).sort()
  return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(dir, name)))))
}
