import type { PrintedReport } from '@readroom/report/printed-report'
import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type { ReportImage } from './fill-template.ts'

type Part = PrintedReport['parts'][number]
type Block = Part['sections'][number]['blocks'][number]
type Picture = Part['pictures'][number]
type Pictures = ReadonlyMap<string, ReportImage>
type Line = Extract<Block, { kind: 'paragraph' }>

const quiet = '5A6673'
const none = { style: BorderStyle.NONE, size: 0, color: 'auto' }
const unframed = { top: none, bottom: none, left: none, right: none, insideHorizontal: none, insideVertical: none }

/** A run's line feeds are breaks. */
const runsOf = (line: Pick<Line, 'runs' | 'rtl'>) =>
  line.runs.flatMap(({ text, strong }) =>
    text
      .split('\n')
      .map((part, index) => new TextRun({ text: part, bold: strong, rightToLeft: line.rtl, ...(index > 0 && { break: 1 }) })),
  )

const written = (line: Pick<Line, 'runs' | 'rtl'>, isItem = false) =>
  new Paragraph({
    children: runsOf(line),
    bidirectional: line.rtl,
    spacing: { after: 80 },
    ...(isItem && { bullet: { level: 0 } }),
  })

/** Labels beside values, without lines. */
const tableOf = (rows: readonly { label: string; value: string }[]) =>
  new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    borders: unframed,
    rows: rows.map(
      ({ label, value }) =>
        new TableRow({
          children: [
            new TableCell({
              width: { size: 28, type: WidthType.PERCENTAGE },
              children: [new Paragraph({ children: [new TextRun({ text: label, color: quiet })] })],
            }),
            new TableCell({ children: [new Paragraph(value)] }),
          ],
        }),
    ),
  })

function blockOf(block: Block): (Paragraph | Table)[] {
  if (block.kind === 'fields') return [tableOf(block.rows)]
  return block.kind === 'list' ? block.items.map((item) => written(item, true)) : [written(block)]
}

const small = (text: string) => new TextRun({ text, color: quiet, size: 16 })

/** As high as a line of handwriting, in pixels. */
const signatureHeight = 45

const imageTypes = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const

function signatureOf({ format, bytes, width, height }: ReportImage): Paragraph {
  const size = { width: Math.round((width / height) * signatureHeight), height: signatureHeight }
  const altText = { name: 'Signature', title: 'Signature', description: 'Signature' }
  return new Paragraph({ children: [new ImageRun({ type: imageTypes[format], data: bytes, transformation: size, altText })] })
}

/** Pixels of a page of paper, at 96 to an inch: half of its width, and a third of its height. */
const [pictureWidth, pictureHeight] = [290, 240]

/** A key image, and below it what it is. */
function pictureCell({ label, place, caption, alt, width, height }: Picture, { bytes, format }: ReportImage): TableCell {
  const scale = Math.min(pictureWidth / width, pictureHeight / height)
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const altText = { name: label, title: label, description: alt }
  const named = [new TextRun({ text: label, bold: true, size: 17 }), small(place === '' ? '' : `, ${place}`)]
  return new TableCell({
    width: { size: 50, type: WidthType.PERCENTAGE },
    children: [
      new Paragraph({
        keepNext: true,
        children: [new ImageRun({ type: imageTypes[format], data: bytes, transformation: size, altText })],
      }),
      new Paragraph({ keepNext: true, children: named }),
      written(caption),
    ],
  })
}

/** Key images, two to a row. */
function picturesOf(pictures: readonly Picture[], files: Pictures): (Paragraph | Table)[] {
  const cells = pictures.flatMap((picture) => {
    const file = files.get(picture.id)
    return file ? [pictureCell(picture, file)] : []
  })
  if (cells.length === 0) return []
  if (cells.length % 2 === 1) cells.push(new TableCell({ children: [new Paragraph('')] }))
  const rows = cells.flatMap((_cell, index) =>
    index % 2 === 0 ? [new TableRow({ cantSplit: true, children: cells.slice(index, index + 2) })] : [],
  )
  return [
    new Paragraph({ text: 'Key images', heading: HeadingLevel.HEADING_2, spacing: { before: 160, after: 60 } }),
    new Table({ width: { size: 100, type: WidthType.PERCENTAGE }, borders: unframed, rows }),
  ]
}

function partOf(part: Part, signature: ReportImage | null, files: Pictures): (Paragraph | Table)[] {
  const { heading, when, sections, signer, specialization, signed, hasSignature } = part
  return [
    ...(heading === null ? [] : [new Paragraph({ text: `${heading}, ${when}`, heading: HeadingLevel.HEADING_1 })]),
    ...sections.flatMap(({ title, blocks }) => [
      ...(title === null
        ? []
        : [new Paragraph({ text: title, heading: HeadingLevel.HEADING_2, spacing: { before: 160, after: 60 } })]),
      ...blocks.flatMap(blockOf),
    ]),
    ...picturesOf(part.pictures, files),
    ...(hasSignature && signature ? [signatureOf(signature)] : []),
    new Paragraph({
      spacing: { before: 160 },
      children: [new TextRun({ text: signer, bold: true }), new TextRun(specialization === '' ? '' : `, ${specialization}`)],
    }),
    new Paragraph({ children: [new TextRun({ text: signed, color: quiet, size: 17 })] }),
  ]
}

function footerOf({ left, right }: PrintedReport['footer']): Footer {
  const page = new TextRun({
    children: ['Page ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES],
    color: quiet,
    size: 16,
  })
  return new Footer({
    children: [new Paragraph({ children: [small(`${left}   `), page] }), new Paragraph({ children: [small(right)] })],
  })
}

/**
 * Makes a Word document (.docx) with the text of a signed report, to be read and copied from. The PDF is the signed document. `pictures`: by their
 * ids.
 */
export async function signedReportDocument(
  report: PrintedReport,
  { signature, pictures }: { signature: ReportImage | null; pictures: Pictures },
): Promise<Buffer> {
  const { title, author, mark, identity, letterhead, heading, subheading, facts, parts, footer } = report
  const marked = mark === null ? [] : [new Paragraph({ text: mark, alignment: AlignmentType.RIGHT })]
  const paged = footerOf(footer)
  const document = new Document({
    title,
    creator: author,
    styles: { default: { document: { run: { font: 'Noto Sans', size: 20 } } } },
    sections: [
      {
        properties: { titlePage: true },
        headers: {
          first: new Header({ children: marked }),
          default: new Header({ children: [new Paragraph({ children: [small(identity)] }), ...marked] }),
        },
        footers: { first: paged, default: paged },
        children: [
          new Paragraph({ children: [new TextRun({ text: letterhead.name, bold: true, size: 26 })] }),
          ...letterhead.lines.map((line) => new Paragraph({ children: [small(line)] })),
          new Paragraph({ text: heading, heading: HeadingLevel.TITLE, spacing: { before: 200 } }),
          new Paragraph({ children: [small(subheading)], spacing: { after: 160 } }),
          tableOf(facts),
          ...parts.flatMap((part) => partOf(part, signature, pictures)),
        ],
      },
    ],
  })
  return Packer.toBuffer(document)
}
