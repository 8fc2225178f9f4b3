import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Returns the text of each page of a PDF, with single spaces between words. */
export async function pagesOf(pdf: Buffer): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const texts: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    const words = items.map((item) => ('str' in item ? item.str : ''))
    texts.push(words.join(' ').replace(/\s+/g, ' '))
  }
  return texts
}

/** Returns the number of pictures in a PDF, without their masks. The stream dictionaries tell, without unpacking. */
export function countPictures(pdf: Buffer): number {
  const count = (words: RegExp) => pdf.toString('latin1').match(words)?.length ?? 0
  return count(/\/Subtype\s*\/Image/g) - count(/\/SMask\s+\d+ 0 R/g)
}
