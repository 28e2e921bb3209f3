/** Tests that guides cite primary sources: each link in a list of sources leads to a publisher of this list. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CONTENT_FOLDER } from './content.files.ts'

/** Accepted hosts, with their subdomains, and the reason why each is a primary source. Trade blogs and price comparisons are none. */
const ACCEPTED_HOSTS: Record<string, string> = {
  // Law, government and public bodies
  'gov.uk': 'UK government, Ofgem, legislation, judgments, Northern Ireland’s departments and regulator, and councils, on their own rules',
  'gov.scot': 'Scottish Government',
  'mygov.scot': 'public services of the Scottish Government',
  'gov.wales': 'Welsh Government',
  'nhs.uk': 'National Health Service',
  'nao.org.uk': 'National Audit Office',
  'ukradon.org': 'UK Health Security Agency',
  'planningportal.co.uk': 'the government’s portal for planning applications and their fees',
  'newrymournedown.org': 'council, on the certificates that it enforces',
  'consumercouncil.org.uk': 'Northern Ireland’s statutory consumer body',
  'historicengland.org.uk': 'the government’s adviser on historic buildings',
  'climatechangeandyourhome.org.uk': 'English Heritage, on its own research',
  'energy.gov': 'United States Department of Energy',
  'ec.europa.eu': 'Joint Research Centre of the European Commission, publisher of PVGIS',
  'who.int': 'World Health Organization',
  // Bodies that write the standards
  'bregroup.com': 'BRE, publisher of SAP and RdSAP',
  'mcscertified.com': 'MCS, publisher of the standards for installers and of the database of installations',
  'theiet.org': 'IET, publisher of BS 7671 and its codes of practice',
  'bsigroup.com': 'British Standards Institution',
  'energynetworks.org': 'Energy Networks Association, publisher of G98 and G99',
  'gassaferegister.co.uk': 'Gas Safe Register, the official list of gas engineers',
  'elexon.co.uk': 'Elexon, which settles the wholesale market',
  // Network operators, on their own connections
  'ukpowernetworks.co.uk': 'network operator',
  'nationalgrid.co.uk': 'network operator',
  'nienetworks.co.uk': 'network operator of Northern Ireland',
  'cadentgas.com': 'gas network, on its own help for low incomes',
  // Suppliers and consumer codes, each on its own offer
  'octopus.energy': 'supplier, on its own tariff',
  'ovoenergy.com': 'supplier, on its own tariff',
  'energy-uk.org.uk': 'association of suppliers, on the meters that its members replace',
  'hiesscheme.org.uk': 'consumer code, on its own insurance of deposits',
  // Research and advice, each on its own work
  'sustainabilityfirst.org.uk': 'research charity, on its own study of two-rate tariffs',
  'electricalsafetyfirst.org.uk': 'electrical safety charity, on its own advice',
  'homeenergyscotland.org': 'runs the Scottish Government’s grants and loans',
  'energysavingtrust.org.uk': 'runs schemes of the governments',
  'nesta.org.uk': 'research charity, on its own studies',
  'es.catapult.org.uk': 'ran the government’s heat pump trial',
  'heatpumpmonitor.org': 'publishes the measurements themselves',
  'ucl.ac.uk': 'university, on its own study',
  'recurrentauto.com': 'on its own study of cars in winter',
  'theaa.com': 'AA, on its own survey of charging prices',
  'rac.co.uk': 'RAC, on its own survey of fuel prices',
  'which.co.uk': 'consumer association, on its own survey of prices',
  'bhf.org.uk': 'British Heart Foundation, on pacemakers',
  'shelter.org.uk': 'housing charity, on Scottish law of common property',
  'bbc.com': 'public broadcaster, for announcements without a published document',
}

const getHost = (url: string): string => new URL(url).hostname
const isAccepted = (host: string): boolean =>
  Object.keys(ACCEPTED_HOSTS).some((accepted) => host === accepted || host.endsWith(`.${accepted}`))

const guides = globSync('articles/*.md', { cwd: CONTENT_FOLDER }).map((file) => ({
  file,
  sources: readFileSync(join(CONTENT_FOLDER, file), 'utf8').split(/^## Sources/m)[1] ?? '',
}))
const listLinks = (text: string): string[] => [...text.matchAll(/\]\((https:[^)\s]+)/g)].map(([, url = '']) => url)

describe('sources of guides', () => {
  test.each(guides)('$file cites accepted publishers only', ({ sources }) => {
    expect(listLinks(sources).filter((url) => !isAccepted(getHost(url)))).toEqual([])
  })
  test('every accepted host is cited', () => {
    const hosts = guides.flatMap(({ sources }) => listLinks(sources).map(getHost))
    const unused = Object.keys(ACCEPTED_HOSTS).filter(
      (accepted) => !hosts.some((host) => host === accepted || host.endsWith(`.${accepted}`)),
    )
    expect(unused).toEqual([])
  })
  test.each([
    ['https://heatpumphq.co.uk/blog', false],
    ['https://kaeltripton.com/', false],
    ['https://notgov.uk/', false],
    ['https://www.gov.uk/vehicle-tax', true],
    ['https://york.gov.uk/housing', true],
  ])('the check judges %s', (url, expected) => expect(isAccepted(getHost(url))).toBe(expected))
})
