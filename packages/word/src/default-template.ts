import JSZip from 'jszip'

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const openXml = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
/** The namespaces of images, whose prefixes the library takes for declared. */
const namespaces = `xmlns:w="${word}" xmlns:r="${office}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"`
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** A fixed date: two builds of Readroom make the same file on every machine. */
const madeAt = new Date('2026-01-01T00:00:00Z')

type Style = 'Normal' | 'Title' | 'Heading1' | 'Letterhead' | 'Small' | 'Label'

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const field = (instruction: string) => `<w:fldSimple w:instr=" ${instruction} "><w:r><w:t>1</w:t></w:r></w:fldSimple>`
const paragraph = (style: Style, content: string) => `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${content}</w:p>`
const line = (text: string, style: Style = 'Normal') => paragraph(style, run(text))
/** A paragraph that is there only if the field is known. */
const lineOf = (name: string, text: string, style: Style = 'Normal') => line(`{#${name}}${text}{/${name}}`, style)

const columns = [1700, 3300, 1700, 2938] as const
const cell = (width: number, content: string) => `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${content}</w:tc>`
const row = (cells: readonly [string, string, string, string]) =>
  `<w:tr>${columns.map((width, index) => cell(width, line(cells[index] ?? '', index % 2 === 0 ? 'Label' : 'Normal'))).join('')}</w:tr>`

/** Each value has a cell of its own: a name that is written from right to left moves nothing beside it. */
const particulars = [
  ['Patient', '{salutation} {patientName}', 'Patient ID', '{patientId}'],
  ['Date of birth', '{dateOfBirth}', 'Age / Sex', '{age} / {gender}'],
  ['Examination', '{examDescription}', 'Modality', '{modality}'],
  ['Study date', '{studyDate}', 'Accession', '{accessionNumber}'],
  ['Referred by', '{referringPhysician}', 'Report date', '{generatedDate}'],
] as const

const border = (side: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="BFC5CB"/>`
const table =
  `<w:tbl><w:tblPr><w:tblW w:w="9638" w:type="dxa"/><w:tblBorders>${['top', 'bottom', 'insideH'].map(border).join('')}</w:tblBorders>` +
  `<w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${columns.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>` +
  `${particulars.map(row).join('')}</w:tbl>`

/** The doctor writes below each. */
const section = (heading: string, ...content: string[]) => [line(heading, 'Heading1'), ...content, line('')].join('')

const body = [
  line('RADIOLOGY REPORT', 'Title'),
  table,
  section(
    'Clinical information',
    lineOf('clinicalHistory', '{clinicalHistory}'),
    lineOf('previousInjury', 'Previous injury: {previousInjury}'),
    lineOf('previousSurgery', 'Previous surgery: {previousSurgery}'),
  ),
  ...['Technique', 'Comparison', 'Findings', 'Impression'].map((heading) => section(heading)),
  lineOf('doctorSignature', '{doctorSignature}'),
  lineOf('doctorName', '{doctorName}', 'Heading1'),
  lineOf('doctorQualifications', '{doctorQualifications}', 'Small'),
  lineOf('doctorSpecialization', '{doctorSpecialization}', 'Small'),
  lineOf('doctorLicenseNumber', 'License {doctorLicenseNumber}', 'Small'),
].join('')

const page =
  '<w:sectPr><w:headerReference w:type="default" r:id="rId2"/><w:footerReference w:type="default" r:id="rId3"/>' +
  '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1700" w:right="1134" w:bottom="1304" w:left="1134" w:header="680" w:footer="567" w:gutter="0"/></w:sectPr>'

const letterhead = [
  line('{labName}', 'Letterhead'),
  lineOf('labAddress', '{labAddress}', 'Small'),
  line('{labPhone} {labEmail}', 'Small'),
].join('')
/** The patient's name and ID are on every page. */
const footer = paragraph(
  'Small',
  `${run('{patientName}')}${run('    ')}${run('{patientId}')}${run('    ')}${run('{accessionNumber}')}${run('    Page ')}${field('PAGE')}${run(' of ')}${field('NUMPAGES')}`,
)

type Look = { size: number; bold?: true; color?: string; before?: number; after: number; keepNext?: true }
/** Sizes in half points, spaces in twentieths. */
const looks: Record<Style, Look> = {
  Normal: { size: 21, after: 60 },
  Title: { size: 30, bold: true, after: 160 },
  Heading1: { size: 23, bold: true, before: 200, after: 60, keepNext: true },
  Letterhead: { size: 30, bold: true, color: '1F4E5F', after: 0 },
  Small: { size: 18, color: '4A535B', after: 0 },
  Label: { size: 18, color: '4A535B', after: 60 },
}
const style = ([name, look]: [string, Look]) =>
  `<w:style w:type="paragraph" w:styleId="${name}"${name === 'Normal' ? ' w:default="1"' : ''}><w:name w:val="${name === 'Heading1' ? 'heading 1' : name}"/>` +
  `<w:pPr>${look.keepNext ? '<w:keepNext/>' : ''}<w:spacing w:before="${look.before ?? 0}" w:after="${look.after}"/></w:pPr>` +
  `<w:rPr>${look.bold ? '<w:b/><w:bCs/>' : ''}${look.color ? `<w:color w:val="${look.color}"/>` : ''}<w:sz w:val="${look.size}"/><w:szCs w:val="${look.size}"/></w:rPr></w:style>`
const styles =
  `<w:styles xmlns:w="${word}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/></w:rPr></w:rPrDefault></w:docDefaults>` +
  `${Object.entries(looks).map(style).join('')}</w:styles>`

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"/>`
const override = (part: string, type: string) => `<Override PartName="/word/${part}.xml" ContentType="${openXml}.${type}+xml"/>`

const parts: Record<string, string> = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>' +
    `${override('document', 'document.main')}${override('styles', 'styles')}${override('header1', 'header')}${override('footer1', 'footer')}</Types>`,
  '_rels/.rels': `<Relationships xmlns="${relationships}">${relation(1, 'officeDocument', 'word/document.xml')}</Relationships>`,
  'word/_rels/document.xml.rels': `<Relationships xmlns="${relationships}">${relation(1, 'styles', 'styles.xml')}${relation(2, 'header', 'header1.xml')}${relation(3, 'footer', 'footer1.xml')}</Relationships>`,
  'word/document.xml': `<w:document ${namespaces}><w:body>${body}${page}</w:body></w:document>`,
  'word/header1.xml': `<w:hdr ${namespaces}>${letterhead}</w:hdr>`,
  'word/footer1.xml': `<w:ftr ${namespaces}>${footer}</w:ftr>`,
  'word/styles.xml': styles,
}

async function build(): Promise<Buffer> {
  const zip = new JSZip()
  for (const [path, xml] of Object.entries(parts)) zip.file(path, declaration + xml, { date: madeAt, createFolders: false })
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}

let made: Promise<Buffer> | undefined

/** The template of laboratories that have none of their own. */
export function defaultTemplate(): Promise<Buffer> {
  made ??= build()
  return made
}
