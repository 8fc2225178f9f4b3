import JSZip from 'jszip'

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }

/** Returns the text of a part of a Word file, with a line per paragraph and break. */
async function textOf(zip: JSZip, part: string): Promise<string> {
  const xml = (await zip.file(part)?.async('string')) ?? ''
  return xml
    .replaceAll(/<w:br\/>|<\/w:p>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|apos|amp);/g, (entity) => entities[entity] ?? entity)
}

/** Reads a Word file: letterhead, text, footer and number of images. */
export async function readDocx(bytes: Buffer) {
  const zip = await JSZip.loadAsync(bytes)
  const [header, text, footer] = [
    await textOf(zip, 'word/header1.xml'),
    await textOf(zip, 'word/document.xml'),
    await textOf(zip, 'word/footer1.xml'),
  ]
  return {
    header,
    text,
    footer,
    images: Object.keys(zip.files).filter((path) => path.startsWith('word/media/') && !path.endsWith('/')),
  }
}
