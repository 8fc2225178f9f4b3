type EncodedInfo = {
  width: number
  height: number
  bitsPerSample: number
  componentCount: number
  isSigned: boolean
  isUsingColorTransform: boolean
}

type WaveletEncoder = {
  getDecodedBuffer: (info: EncodedInfo) => Uint8Array
  setQuality: (isReversible: boolean, step: number) => void
  encode: () => void
  getEncodedBuffer: () => Uint8Array<ArrayBuffer>
  delete: () => void
}

declare module '@cornerstonejs/codec-openjpeg/wasmjs' {
  const load: () => Promise<{ J2KEncoder: new () => WaveletEncoder }>
  export default load
}

declare module '@cornerstonejs/codec-openjph/wasmjs' {
  const load: () => Promise<{ HTJ2KEncoder: new () => WaveletEncoder }>
  export default load
}
