/** The part of dcmjs that is used here; it comes without types. */
declare module 'dcmjs' {
  const dcmjs: {
    data: { datasetToDict: (dataset: object) => { write: () => ArrayBuffer } }
  }
  export default dcmjs
}
