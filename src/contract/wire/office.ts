/** Who runs the site, as the E-Commerce Rules 2020 and the IT Rules 2021 want it published. Empty until an owner names them. */
export type Office = {
  legalName: string
  grievanceName: string
  grievancePhone: string
  grievanceEmail: string
  nodalName: string
  nodalPhone: string
  nodalEmail: string
}
export const defaultOffice: Office = {
  legalName: '',
  grievanceName: '',
  grievancePhone: '',
  grievanceEmail: '',
  nodalName: '',
  nodalPhone: '',
  nodalEmail: '',
}

/** What has to be named before real people use the site. */
export const officeParts = ['legalName', 'grievanceName', 'nodalName'] as const
export const missingOffice = (office: Office) => officeParts.filter((name) => office[name] === '')
