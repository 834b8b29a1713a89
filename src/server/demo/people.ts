/** Phones to log in with on a demo installation; the code is in the outbox. */
export const demoPhones = { parent: '9826014210', mentor: '9826010001', admin: '9826000001' } as const

/** Second factor of the demo admin. Known to everybody: a real owner is made by the command on the server. */
export const demoTotpSecret = 'DEMODEMODEMODEMODEMODEMODEMODEMO'

export const demoAdmin = { phone: demoPhones.admin, name: 'Kavita Menon' } as const

type DemoLearner = { name: string; grade: string; school: string; board: string }
export type DemoFamily = {
  phone: string
  name: string
  email: string
  address: string
  area: string
  learners: readonly DemoLearner[]
}

export const demoFamilies: readonly DemoFamily[] = [
  {
    phone: demoPhones.parent,
    name: 'Pooja Sharma',
    email: 'pooja.sharma@example.com',
    address: '14, Scheme 54, behind the post office',
    area: 'Vijay Nagar',
    learners: [
      { name: 'Aarav', grade: '8', school: 'Narmada Valley School', board: 'CBSE Board' },
      { name: 'Ananya', grade: '5', school: 'Narmada Valley School', board: 'CBSE Board' },
    ],
  },
  {
    phone: '9826014211',
    name: 'Ramesh Verma',
    email: 'ramesh.verma@example.com',
    address: '203, Sector D',
    area: 'Sudama Nagar',
    learners: [{ name: 'Kabir', grade: '10', school: 'Sudama Nagar Higher Secondary School', board: 'MP Board' }],
  },
  {
    phone: '9826014212',
    name: 'Farah Khan',
    email: 'farah.khan@example.com',
    address: '7, Saket Apartments',
    area: 'Palasia',
    learners: [
      { name: 'Zoya', grade: '12', school: 'Palasia Public School', board: 'CBSE Board' },
      { name: 'Rehan', grade: '9', school: 'Palasia Public School', board: 'CBSE Board' },
    ],
  },
]
