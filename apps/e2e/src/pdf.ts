import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What PDF.js takes from Node 22 and newer, for older ones. */
if (!('withResolvers' in Promise)) {
  const withResolvers = () => {
    let settle = {}
    const promise = new Promise((resolve, reject) => {
      settle = { resolve, reject }
    })
    return { promise, ...settle }
  }
  Object.defineProperty(Promise, 'withResolvers', { value: withResolvers })
}

/** The text of each page of a PDF, its words apart by one space. */
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

/** How many pictures the pages of a PDF draw. */
export async function countPictures(pdf: Buffer): Promise<number> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  let pictures = 0
  for (let number = 1; number <= document.numPages; number++) {
    const { fnArray } = await (await document.getPage(number)).getOperatorList()
    pictures += fnArray.filter((code) => code === OPS.paintImageXObject).length
  }
  return pictures
}
