/** A job wrote after its replica lost the lane: the new owner runs the job again. */
export class Fenced extends Error {
  constructor() {
    super('another replica has taken over the lane of this job')
    this.name = 'Fenced'
  }
}
