import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { ImageHeader } from './image-header.ts'
import { refuse } from './refused.ts'
import { decodeRle } from './rle.ts'

/**
 * The samples of one frame as a codec leaves them, little endian. `isPlanar`: whole planes of colors. `isRgb`: the codec converted the colors.
 */
export type RawFrame = { bytes: Uint8Array; bitsPerSample: 8 | 16; isPlanar: boolean; isRgb: boolean }

type Decode = (frame: Uint8Array, header: ImageHeader) => Promise<RawFrame>

const mismatch = () => refuse('its compressed pixels do not fit its header')

function checkInfo({ width, height, componentCount, bitsPerSample }: FrameInfo, header: ImageHeader): void {
  const fits = width === header.columns && height === header.rows && componentCount === header.samples
  if (!fits || bitsPerSample > Math.max(header.allocated, 8)) mismatch()
}

/** Some codecs return other views of bytes. */
const asBytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength)

/** Runs a codec of the browser. If it reads the claim of the compressed data alone, that is compared with the file's before memory is taken for it. */
function decodeWith(decoder: WasmDecoder, frame: Uint8Array, header: ImageHeader) {
  try {
    decoder.getEncodedBuffer(frame.length).set(frame)
    if (decoder.readHeader) {
      decoder.readHeader()
      const claim = decoder.getFrameInfo()
      if (claim.width > 0) checkInfo(claim, header)
    }
    decoder.decode()
    const info = decoder.getFrameInfo()
    checkInfo(info, header)
    const isPlanar = header.samples > 1 && decoder.getInterleaveMode?.() === 0
    return {
      bytes: asBytes(decoder.getDecodedBuffer().slice()),
      bitsPerSample: info.bitsPerSample > 8 ? 16 : 8,
      isPlanar,
    } as const
  } finally {
    decoder.delete()
  }
}

/** Loads a codec when it is first needed. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null
  return () => {
    loaded ??= load()
    return loaded
  }
}

const loadJpeg = once(async () => (await import('@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs')).default())
const loadJpeg2000 = once(async () => (await import('@cornerstonejs/codec-openjpeg/decodewasmjs')).default())
const loadHtJpeg2000 = once(async () => (await import('@cornerstonejs/codec-openjph/wasmjs')).default())
const loadJpegLs = once(async () => (await import('@cornerstonejs/codec-charls/decodewasmjs')).default())

const decodeJpeg: Decode = async (frame, header) => {
  const { JPEGDecoder } = await loadJpeg()
  return { ...decodeWith(new JPEGDecoder(), frame, header), isRgb: true }
}

const decodeJpeg2000: Decode = async (frame, header) => {
  const { J2KDecoder } = await loadJpeg2000()
  return { ...decodeWith(new J2KDecoder(), frame, header), isRgb: /^YBR_(RCT|ICT)$/.test(header.photometric) }
}

const decodeHtJpeg2000: Decode = async (frame, header) => {
  const { HTJ2KDecoder } = await loadHtJpeg2000()
  return { ...decodeWith(new HTJ2KDecoder(), frame, header), isRgb: /^YBR_(RCT|ICT)$/.test(header.photometric) }
}

const decodeJpegLs: Decode = async (frame, header) => {
  const { JpegLSDecoder } = await loadJpegLs()
  return { ...decodeWith(new JpegLSDecoder(), frame, header), isRgb: false }
}

const expectedBytes = ({ rows, columns, samples }: ImageHeader, bytesPerSample: number) =>
  rows * columns * samples * bytesPerSample

const decodeLossless: Decode = async (frame, header) => {
  const { Decoder } = await import('@cornerstonejs/jpeg-lossless-decoder-js')
  const whole = frame.slice()
  const bytesPerSample = header.allocated <= 8 ? 1 : 2
  const decoder = new Decoder()
  const bytes = asBytes(decoder.decode(whole.buffer, 0, whole.length, bytesPerSample))
  if (decoder.xDim !== header.columns || decoder.yDim !== header.rows) mismatch()
  if (bytes.length !== expectedBytes(header, bytesPerSample)) mismatch()
  return { bytes, bitsPerSample: bytesPerSample === 1 ? 8 : 16, isPlanar: false, isRgb: false }
}

type JpegImage = {
  width: number
  height: number
  components: unknown[]
  colorTransform: boolean
  parse: (data: Uint8Array) => void
  getData16: (width: number, height: number) => Uint16Array
}

/** The browser's codec for 12 bits, which its package does not export by name. */
const loadLongJpeg = once(async (): Promise<new () => JpegImage> => {
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('@cornerstonejs/dicom-image-loader/package.json'))
  return (await import(new URL('dist/esm/codecs/jpeg.js', loader).href)).default
})

const decodeLongJpeg: Decode = async (frame, header) => {
  const Image = await loadLongJpeg()
  const image = new Image()
  image.parse(frame)
  if (image.width !== header.columns || image.height !== header.rows || image.components.length !== header.samples) mismatch()
  image.colorTransform = false
  return { bytes: asBytes(image.getData16(image.width, image.height)), bitsPerSample: 16, isPlanar: false, isRgb: false }
}

/** JPEG with 8 bits, or with up to 12 in 16. */
const decodeExtended: Decode = (frame, header) => (header.allocated > 8 ? decodeLongJpeg : decodeJpeg)(frame, header)

const decodeRleFrame: Decode = async (frame, header) => {
  const { rows, columns, samples, allocated } = header
  if (allocated !== 8 && allocated !== 16) return refuse('its bits allocated do not fit its compression')
  const bytes = decodeRle(frame, rows * columns, samples, allocated / 8)
  return { bytes, bitsPerSample: allocated, isPlanar: samples > 1, isRgb: false }
}

/** How the frames of each transfer syntax are decoded: the codecs of the browser, so that previews show what the viewer shows. */
export const codecs: Partial<Record<string, Decode>> = {
  '1.2.840.10008.1.2.5': decodeRleFrame,
  '1.2.840.10008.1.2.4.50': decodeJpeg,
  '1.2.840.10008.1.2.4.51': decodeExtended,
  '1.2.840.10008.1.2.4.57': decodeLossless,
  '1.2.840.10008.1.2.4.70': decodeLossless,
  '1.2.840.10008.1.2.4.80': decodeJpegLs,
  '1.2.840.10008.1.2.4.81': decodeJpegLs,
  '1.2.840.10008.1.2.4.90': decodeJpeg2000,
  '1.2.840.10008.1.2.4.91': decodeJpeg2000,
  '1.2.840.10008.1.2.4.201': decodeHtJpeg2000,
  '1.2.840.10008.1.2.4.202': decodeHtJpeg2000,
  '1.2.840.10008.1.2.4.203': decodeHtJpeg2000,
}

/** Implicit, explicit and deflated little endian, and explicit big endian (DICOM PS3.5 section 10). */
export const nativeSyntaxes = ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.1.99', '1.2.840.10008.1.2.2']

const [jpegXl, video] = ['JPEG XL', 'video']

/** Compressions that have a name and no codec here. Browsers have none for them in the viewer either. */
export const namedSyntaxes: Partial<Record<string, string>> = {
  '1.2.840.10008.1.2.4.110': jpegXl,
  '1.2.840.10008.1.2.4.111': jpegXl,
  '1.2.840.10008.1.2.4.112': jpegXl,
  ...Object.fromEntries([100, 101, 102, 103, 104, 105, 106, 107, 108].map((last) => [`1.2.840.10008.1.2.4.${last}`, video])),
}
