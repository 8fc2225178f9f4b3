/** DICOM attributes by keyword, as dcmjs names them. */
export type Attributes = Record<string, unknown>

/** One image of a series: the attributes that describe its pixels, and the pixels. */
export interface Image {
  attributes: Attributes
  pixels: Uint8Array | Uint16Array
}

/** A series of images of one kind. */
export interface ImageSeries {
  sopClassUid: string
  modality: string
  attributes: Attributes
  images: Iterable<Image>
}

export interface Size {
  images: number
  rows: number
  columns: number
}

/** Numbers as DICOM DS allows them: at most 16 characters (PS3.5 section 6.2). */
export const decimals = (values: readonly number[]) => values.map((value) => String(Number(value.toFixed(4))))

/** The Image Pixel module of one grey 12-bit image (PS3.3 section C.7.6.3). */
export function greyPixels({ rows, columns }: Pick<Size, 'rows' | 'columns'>): Attributes {
  return {
    SamplesPerPixel: 1,
    PhotometricInterpretation: 'MONOCHROME2',
    Rows: rows,
    Columns: columns,
    BitsAllocated: 16,
    BitsStored: 12,
    HighBit: 11,
    PixelRepresentation: 0,
  }
}

/** Values rounded into 12 bits. */
export function toTwelveBits(values: Float32Array): Uint16Array {
  return new Uint16Array(values.map((value) => Math.max(0, Math.min(4095, Math.round(value)))))
}

/** Image Plane module of an axial image (PS3.3 section C.7.6.2): rows run to the left, columns to the back. */
export function axialPlane(size: Size, spacing: number, place: { z: number; thickness: number; number: number }): Attributes {
  const corner = (count: number) => ((1 - count) / 2) * spacing
  return {
    InstanceNumber: String(place.number),
    ImageOrientationPatient: decimals([1, 0, 0, 0, 1, 0]),
    ImagePositionPatient: decimals([corner(size.columns), corner(size.rows), place.z]),
    PixelSpacing: decimals([spacing, spacing]),
    SliceThickness: decimals([place.thickness])[0],
    SliceLocation: decimals([place.z])[0],
  }
}
