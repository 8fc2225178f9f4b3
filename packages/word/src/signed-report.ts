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
import type { SignatureImage } from './fill-template.ts'

type Part = PrintedReport['parts'][number]
type Block = Part['sections'][number]['blocks'][number]
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

/** As high as a line of handwriting, in pixels. */
const signatureHeight = 45

const imageTypes = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const

function signatureOf({ format, bytes, width, height }: SignatureImage): Paragraph {
  const size = { width: Math.round((width / height) * signatureHeight), height: signatureHeight }
  const altText = { name: 'Signature', title: 'Signature', description: 'Signature' }
  return new Paragraph({ children: [new ImageRun({ type: imageTypes[format], data: bytes, transformation: size, altText })] })
}

function partOf(part: Part, signature: SignatureImage | null): (Paragraph | Table)[] {
  const { heading, when, sections, signer, specialization, signed, hasSignature } = part
  return [
    ...(heading === null ? [] : [new Paragraph({ text: `${heading}, ${when}`, heading: HeadingLevel.HEADING_1 })]),
    ...sections.flatMap(({ title, blocks }) => [
      ...(title === null
        ? []
        : [new Paragraph({ text: title, heading: HeadingLevel.HEADING_2, spacing: { before: 160, after: 60 } })]),
      ...blocks.flatMap(blockOf),
    ]),
    ...(hasSignature && signature ? [signatureOf(signature)] : []),
    new Paragraph({
      spacing: { before: 160 },
      children: [new TextRun({ text: signer, bold: true }), new TextRun(specialization === '' ? '' : `, ${specialization}`)],
    }),
    new Paragraph({ children: [new TextRun({ text: signed, color: quiet, size: 17 })] }),
  ]
}

const small = (text: string) => new TextRun({ text, color: quiet, size: 16 })

/** A signed report as a Word document (.docx): what its PDF says, to be read and copied from. What was signed is the PDF. */
export async function signedReportDocument(report: PrintedReport, signature: SignatureImage | null): Promise<Buffer> {
  const { title, author, mark, letterhead, heading, subheading, facts, parts, footer } = report
  const document = new Document({
    title,
    creator: author,
    styles: { default: { document: { run: { font: 'Noto Sans', size: 20 } } } },
    sections: [
      {
        headers: {
          default: new Header({ children: mark === null ? [] : [new Paragraph({ text: mark, alignment: AlignmentType.RIGHT })] }),
        },
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                children: [
                  small(`${footer.left}   `),
                  new TextRun({
                    children: ['Page ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES],
                    color: quiet,
                    size: 16,
                  }),
                ],
              }),
              new Paragraph({ children: [small(footer.right)] }),
            ],
          }),
        },
        children: [
          new Paragraph({ children: [new TextRun({ text: letterhead.name, bold: true, size: 26 })] }),
          ...letterhead.lines.map((line) => new Paragraph({ children: [small(line)] })),
          new Paragraph({ text: heading, heading: HeadingLevel.TITLE, spacing: { before: 200 } }),
          new Paragraph({ children: [small(subheading)], spacing: { after: 160 } }),
          tableOf(facts),
          ...parts.flatMap((part) => partOf(part, signature)),
        ],
      },
    ],
  })
  return Packer.toBuffer(document)
}
