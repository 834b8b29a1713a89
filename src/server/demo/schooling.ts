/** Where demo mentors studied, as short as people say it. First list: universities; second: engineering colleges. */
export const collegesOf: Readonly<
  Record<string, readonly [universities: readonly string[], engineering: readonly string[]]>
> = {
  Indore: [
    ['DAVV', 'DAVV', 'DAVV', 'Vikram University', 'IGNOU'],
    ['SGSITS', 'IET DAVV', 'SGSITS', 'RGPV'],
  ],
  Ujjain: [
    ['Vikram University', 'Vikram University', 'DAVV'],
    ['UEC Ujjain', 'RGPV'],
  ],
  Bhopal: [
    ['Barkatullah University', 'Barkatullah University', 'IGNOU'],
    ['MANIT Bhopal', 'UIT RGPV'],
  ],
  Gwalior: [['Jiwaji University'], ['MITS Gwalior', 'RGPV']],
  Jabalpur: [['RDVV Jabalpur'], ['JEC Jabalpur', 'RGPV']],
  'Madhya Pradesh': [
    ['DAVV', 'Barkatullah University', 'APSU Rewa', 'Sagar University', 'Vikram University', 'Jiwaji University'],
    ['RGPV', 'MANIT Bhopal', 'SGSITS'],
  ],
  Maharashtra: [
    ['Mumbai University', 'Pune University', 'Nagpur University', 'SNDT'],
    ['VJTI', 'COEP', 'VNIT Nagpur', 'Pune University'],
  ],
  Rajasthan: [
    ['Rajasthan University', 'JNVU Jodhpur', 'Kota University', 'MLSU Udaipur'],
    ['MNIT Jaipur', 'MBM Jodhpur', 'RTU Kota'],
  ],
  'Uttar Pradesh': [
    ['Lucknow University', 'CSJMU Kanpur', 'BHU', 'Allahabad University', 'AMU'],
    ['HBTU Kanpur', 'IET Lucknow', 'AKTU'],
  ],
  Gujarat: [
    ['Gujarat University', 'VNSGU Surat', 'MSU Baroda', 'Saurashtra University'],
    ['LDCE', 'SVNIT Surat', 'GTU'],
  ],
  Chhattisgarh: [
    ['PRSU Raipur', 'GGU Bilaspur'],
    ['NIT Raipur', 'CSVTU'],
  ],
  Delhi: [
    ['Delhi University', 'Delhi University', 'Jamia Millia Islamia', 'IGNOU'],
    ['DTU', 'NSUT', 'Jamia Millia Islamia'],
  ],
  Telangana: [
    ['Osmania University', 'Kakatiya University', 'EFLU'],
    ['JNTU Hyderabad', 'Osmania University'],
  ],
  Karnataka: [
    ['Bangalore University', 'Mysore University', 'Mangalore University'],
    ['RVCE', 'NIE Mysuru', 'VTU'],
  ],
}

/** Portraits by how people look; a name of a file in /portraits. */
export const portraits = {
  women: {
    any: ['neha', 'admin', 'farah'],
    bindi: ['anjali', 'kavita', 'pooja', 'sunita', 'meenakshi'],
    scarf: ['shabana'],
  },
  men: {
    young: ['vivek', 'rajesh', 'imran'],
    older: ['joseph', 'ramesh', 'rajesh'],
    turban: ['harpreet'],
    beard: ['imran', 'imran', 'vivek'],
  },
} as const
