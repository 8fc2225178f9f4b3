declare module 'dcmjs' {
  const dcmjs: { data: { datasetToDict: (dataset: object) => { write: () => ArrayBuffer } } }
  export default dcmjs
}
