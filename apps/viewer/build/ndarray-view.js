// Replaces the constructors that the library `ndarray` compiles with `new Function`, which the page's content security policy forbids. OHIF needs them to
// load segmentations. The behaviour is the same, with one closure for all dimensions.
export function makeNdarrayConstructor(dtype, dimension, constructors, order) {
  const generic = dtype === 'generic'
  const isCount = (value) => typeof value === 'number' && value >= 0

  class View {
    constructor(data, shape, stride, offset) {
      this.data = data
      this.shape = Array.from({ length: Math.max(dimension, 0) }, (_, axis) => shape[axis] | 0)
      this.stride = Array.from({ length: Math.max(dimension, 0) }, (_, axis) => stride[axis] | 0)
      this.offset = offset | 0
    }

    get size() {
      return dimension < 0 ? 0 : this.shape.reduce((product, length) => product * length, 1)
    }

    get order() {
      return order.call(this)
    }

    index(...at) {
      if (dimension < 0) return -1
      let index = this.offset
      for (let axis = 0; axis < dimension; axis++) index += this.stride[axis] * at[axis]
      return index
    }

    get(...at) {
      if (dimension < 0) return undefined
      const index = this.index(...at)
      return generic ? this.data.get(index) : this.data[index]
    }

    set(...at) {
      if (dimension < 0) return undefined
      const value = at[dimension]
      const index = this.index(...at)
      if (generic) return this.data.set(index, value)
      this.data[index] = value
      return value
    }

    lo(...from) {
      const shape = this.shape.map((length, axis) => (isCount(from[axis]) ? length - (from[axis] | 0) : length))
      const skipped = this.stride.reduce((sum, step, axis) => (isCount(from[axis]) ? sum + step * (from[axis] | 0) : sum), 0)
      return new View(this.data, shape, this.stride, this.offset + skipped)
    }

    hi(...to) {
      const shape = this.shape.map((length, axis) => (isCount(to[axis]) ? to[axis] | 0 : length))
      return new View(this.data, shape, this.stride, this.offset)
    }

    step(...by) {
      const shape = [...this.shape]
      const stride = [...this.stride]
      let offset = this.offset
      for (let axis = 0; axis < dimension; axis++) {
        if (typeof by[axis] !== 'number') continue
        const step = by[axis] | 0
        if (step < 0) offset += stride[axis] * (shape[axis] - 1)
        shape[axis] = Math.ceil(shape[axis] / Math.abs(step))
        stride[axis] *= step
      }
      return new View(this.data, shape, stride, offset)
    }

    transpose(...axes) {
      const from = this.shape.map((_, axis) => (axes[axis] === undefined ? axis : axes[axis] | 0))
      const shape = from.map((axis) => this.shape[axis])
      const stride = from.map((axis) => this.stride[axis])
      return new View(this.data, shape, stride, this.offset)
    }

    pick(...at) {
      if (dimension < 0) return null
      const kept = this.shape.map((_, axis) => axis).filter((axis) => !isCount(at[axis]))
      const offset = this.stride.reduce((sum, step, axis) => (isCount(at[axis]) ? (sum + step * at[axis]) | 0 : sum), this.offset)
      const shape = kept.map((axis) => this.shape[axis])
      const stride = kept.map((axis) => this.stride[axis])
      return constructors[kept.length + 1](this.data, shape, stride, offset)
    }
  }
  View.prototype.dtype = dtype
  View.prototype.dimension = dimension
  if (dimension === 0) View.prototype.valueOf = View.prototype.get
  return (data, shape, stride, offset) => new View(data, shape, stride, offset)
}
