import { Buffer } from 'node:buffer'
import { deflateSync } from 'node:zlib'
import type { DataSet } from 'dicom-parser'
import { readDecimals } from './data-set.ts'
import type { Frame } from './frame.ts'
import { type GreyScale, rangeOf } from './grey-scale.ts'
import type { ImageHeader } from './image-header.ts'
import { encodeJpeg } from './picture.ts'
import type { Task } from './tasks.ts'

type Form = Extract<Task, { kind: 'archive-viewer' }>['form']
type Encoded = { pixels: Buffer; sizeInBytes: number; about: Record<string, unknown> }

/** Colors and values of up to 8 bits are sent as they are; single bits are black and white. */
function asBytes({ values, channels }: Frame, { allocated }: ImageHeader): Uint8Array | null {
  if (channels === 1 && allocated > 8) return null
  const bytes = Uint8Array.from(values)
  if (allocated === 1) for (let index = 0; index < bytes.length; index++) bytes[index] = (bytes[index] ?? 0) * 255
  return bytes
}

/** Values of 16 bits; larger ones are cut off. */
function asShorts({ values }: Frame): Buffer {
  const shorts = new Int16Array(values.length)
  for (let index = 0; index < shorts.length; index++) shorts[index] = Math.min(Math.max(values[index] ?? 0, -32_768), 65_535)
  return Buffer.from(shorts.buffer)
}

/** Returns values as bytes, from the lowest to the highest. */
function asShades({ values }: Frame, [low, high]: [number, number]): Uint8Array {
  const factor = high > low ? 255 / (high - low) : 0
  const shades = new Uint8Array(values.length)
  for (let index = 0; index < shades.length; index++) shades[index] = ((values[index] ?? 0) - low) * factor + 0.5
  return shades
}

function deflate(frame: Frame, header: ImageHeader): Encoded {
  const bytes = asBytes(frame, header)
  const sent = bytes && frame.channels === 3 ? bytes : asShorts(bytes ? { ...frame, values: bytes } : frame)
  return { pixels: deflateSync(sent, { level: 1 }), sizeInBytes: sent.length, about: { Compression: 'Deflate' } }
}

async function stretch(frame: Frame, header: ImageHeader, quality: number, [low, high]: [number, number]): Promise<Encoded> {
  const { rows, columns, channels } = frame
  const bytes = asBytes(frame, header)
  const shown = bytes ?? asShades(frame, [low, high])
  const about = {
    Compression: 'Jpeg',
    ...(bytes ? { Stretched: false } : { Stretched: true, StretchLow: low, StretchHigh: high }),
  }
  return { pixels: await encodeJpeg({ rows, columns, channels, bytes: shown }, quality), sizeInBytes: shown.length, about }
}

/** Returns the values between which the viewer draws. */
function limitsOf(frame: Frame, header: ImageHeader): [number, number] {
  return frame.channels === 3 || header.allocated <= 8 ? [0, 255] : rangeOf(frame.values)
}

/** Describes a frame as the plugin of the image archive's own viewer does (Orthanc Web Viewer 2.8 to 2.10), whose scripts read it. */
export async function describeForArchiveViewer(
  data: DataSet,
  header: ImageHeader,
  { frame, scale, form }: { frame: Frame; scale: GreyScale; form: Form },
): Promise<string> {
  const isColor = frame.channels === 3
  const [low, high] = limitsOf(frame, header)
  const { slope, intercept, window } = scale
  const quality = form === 'jpeg80' ? 80 : 95
  const { pixels, sizeInBytes, about } =
    form === 'deflate' ? deflate(frame, header) : await stretch(frame, header, quality, [low, high])
  const [rowSpacing, columnSpacing] = [readDecimals(data, 'x00280030'), readDecimals(data, 'x00181164')].find(
    ([first]) => first !== undefined && first > 0,
  ) ?? [1, 1]
  return JSON.stringify({
    Orthanc: {
      ...about,
      IsSigned: header.isSigned,
      PhotometricInterpretation: header.photometric,
      PixelData: pixels.toString('base64'),
    },
    color: isColor,
    rows: frame.rows,
    columns: frame.columns,
    height: frame.rows,
    width: frame.columns,
    rowPixelSpacing: rowSpacing,
    columnPixelSpacing: columnSpacing ?? rowSpacing,
    minPixelValue: Math.min(low, 0),
    maxPixelValue: Math.max(high, 0),
    slope,
    intercept,
    windowCenter: window?.center ?? ((low + high) / 2) * slope + intercept,
    windowWidth: window?.width ?? (isColor ? 256 : Math.max(1, ((high - low) / 2) * slope)),
    sizeInBytes,
  })
}
