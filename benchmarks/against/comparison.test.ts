import t from 'tap'
import { type Change, changeVerdict } from './comparison.ts'

t.test('a change must be large, consistent in direction, and unlikely by chance', async (t) => {
  const clear: Change = { change: -0.08, interval: [-0.09, -0.07], p: 0.01, least: 0.05 }
  t.equal(changeVerdict(clear), 'regression')
  t.equal(changeVerdict({ ...clear, change: 0.08, interval: [0.07, 0.09] }), 'improvement')
  t.equal(changeVerdict({ ...clear, least: 0.088 }), 'noise', '8% less is a factor of 1.087')
  t.equal(changeVerdict({ ...clear, interval: [-0.09, 0.01] }), 'noise')
  t.equal(changeVerdict({ ...clear, p: 0.06 }), 'noise')
  t.equal(
    changeVerdict({ ...clear, interval: [-0.11, 0.01] }),
    'unsure',
    '10% less is not ruled out',
  )
  t.equal(
    changeVerdict({ ...clear, change: 0.02, interval: [-0.01, 0.11] }),
    'unsure',
    'nor 10% more',
  )
  t.equal(
    changeVerdict({ ...clear, least: 0.11 }),
    'unsure',
    'equal builds differ by more than 10%',
  )
})
