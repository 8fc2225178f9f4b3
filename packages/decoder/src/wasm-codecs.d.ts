type FrameInfo = { width: number; height: number; bitsPerSample: number; componentCount: number; isSigned?: boolean }

type WasmDecoder = {
  getEncodedBuffer: (bytes: number) => Uint8Array
  readHeader?: () => void
  decode: () => void
  getFrameInfo: () => FrameInfo
  getDecodedBuffer: () => Uint8Array
  /** Of JPEG-LS: 0 if the colors lie in planes. */
  getInterleaveMode?: () => number
  delete: () => void
}

declare module '@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs' {
  const load: () => Promise<{ JPEGDecoder: new () => WasmDecoder }>
  export default load
}

declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  const load: () => Promise<{ J2KDecoder: new () => WasmDecoder }>
  export default load
}

declare module '@cornerstonejs/codec-charls/decodewasmjs' {
  const load: () => Promise<{ JpegLSDecoder: new () => WasmDecoder }>
  export default load
}

declare module '@cornerstonejs/codec-openjph/wasmjs' {
  const load: () => Promise<{ HTJ2KDecoder: new () => WasmDecoder }>
  export default load
}
