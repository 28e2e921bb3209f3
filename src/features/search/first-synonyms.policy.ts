/** Words and phrases that mean the same, in the field and in everyday English. They hold until a site's administrator has written others. */

const OF_THE_FIELD = `
EV, BEV, electric car, electric vehicle, battery electric vehicle, e-car
PHEV, plug-in hybrid, hybrid car
ICE, petrol car, diesel car, combustion engine
PV, photovoltaic, photovoltaics, solar, solar panel, solar electric, solar module, solar array
solar thermal, solar hot water
panel, module
ASHP, heat pump, air source heat pump, air-to-water heat pump
GSHP, ground source heat pump, ground loop, heat pump
air conditioner, air conditioning, air-to-air heat pump, aircon
MVHR, heat recovery, heat recovery ventilation, mechanical ventilation, HRV
EVSE, charger, charge point, charging point, wallbox, wall box, home charger, charging station
driveway, drive, off-street parking, off street, private parking
kerbside, on-street, pavement, roadside, kerb, footpath, sidewalk
cable channel, cable gully, pavement channel, cable across the pavement
granny cable, granny charger, granny lead, portable charger, three-pin plug, 3-pin plug, three-pin socket, domestic socket, household socket, 13 A socket, ordinary plug
company car, salary sacrifice, fleet car, benefit in kind, BIK
lease, leasing, PCP, PCH, hire purchase, finance
SEG, smart export guarantee, export tariff, export payment, feed-in tariff, export rate, sell electricity
EPC, energy performance certificate, energy rating
TRV, thermostatic radiator valve, radiator valve
UFH, underfloor heating, underfloor
V2G, vehicle to grid, bidirectional charging, V2H, vehicle to home
V2L, vehicle to load
ToU, time of use, off-peak, cheap rate, night rate, economy 7, overnight rate, cheap hours
SCOP, COP, seasonal performance factor, SPF, seasonal efficiency, efficiency
DHW, domestic hot water, hot water
cylinder, hot water tank, water tank, hot water cylinder, immersion
flow temperature, water temperature, radiator temperature
hob, cooker, cooktop, stove
pan, saucepan, pot, cookware
dryer, tumble dryer, clothes dryer
fridge, refrigerator, freezer
thermostat, heating control, room control, temperature control
boiler, gas boiler, central heating boiler, furnace
loft, attic, roof space
insulation, lagging, wool
draught, air leak, air leakage, leaky house
ventilation, extractor fan, air change, fresh air
mould, condensation, damp, black spots
DNO, network operator, grid operator, distribution network operator
G98, G99, grid connection, connection notice
three-phase, 3-phase, three phase supply
single-phase, one phase, 1-phase
consumer unit, fuse board, fuse box, distribution board, fuseboard, electrical panel
RCD, residual current device, trip switch, breaker
trip, trips the board, cut out, blow the fuse
carbon, CO2, carbon dioxide, emission, greenhouse gas, carbon footprint
LFP, lithium iron phosphate, LiFePO4
SoH, state of health, battery health, health certificate, battery report
home battery, battery storage, storage battery, house battery, powerwall
power cut, blackout, outage, power failure, backup
rapid charger, fast charger, DC charging, public charging, motorway charger
range, mileage, distance, how far
estate, station wagon, estate car
SUV, crossover, four by four
saloon, sedan
people carrier, MPV, minivan
hatchback, city car, small car
taxi, private hire, cab, minicab
van, delivery van, commercial vehicle
bike, bicycle, e-bike
smart meter, electricity meter
optimiser, power optimiser, microinverter
string inverter, hybrid inverter, inverter
bifacial, double-sided, two-sided
in-roof, roof-integrated, built-in panels
solar tile, solar slate, solar roof
balcony solar, plug-in solar, balcony panel
ageing, degradation, degrade, wear out, deteriorate
shade, shadow, overshadow
mesh, bird proofing, pigeon
listed building, conservation area, listed, heritage
planning permission, permitted development, planning rules
glazing, double glazing, window
boot, luggage space, trunk
tow, towing, trailer, caravan
`

const OF_EVERYDAY = `
second-hand, used, pre-owned, previously owned, nearly new
noise, sound, loud, decibel, dB, hum, hear
warranty, guarantee
installer, fitter, contractor
install, fit, put in
electrician, wiring, electrical
quote, quotation, estimate
compare, comparison, side by side, versus
bill, running cost, cost, price
cheap, inexpensive, affordable, low cost
dear, expensive, costly
buy, purchase
repair, fix, mend
broken, faulty, fault, failed, defective
stolen, theft, steal, thief, burglar, went in the night
bankrupt, went bust, insolvent, ceased trading, stopped trading, gone under
refuse, say no, reject, turn down, not permitted, not allowed
allowed, permitted, legal, may
flat, apartment, block of flats
terrace, terraced house
landlord, landlady, letting agent
renting, rented, tenant, renter
managing agent, freeholder, leaseholder
council, local authority
neighbour, next door
salesman, seller, sales rep, salesperson, pushy
insurance, insurer, premium
solicitor, conveyancing, lawyer
sell the house, moving house, house sale
plane, aeroplane, airplane, flight, flying, air travel
train, rail, railway
trip, journey, travel, drive
car park, parking bay, underground parking
clothes, laundry, washing
washing machine, washer
dishwasher, appliance
shower, bath
hot, overheat, warm
cold, freezing, winter, frost
garage, shed, outbuilding
under the stairs, cupboard
bird, pigeon, seagull
sea, coast, salt
doctor, clinic, pacemaker
grant, subsidy, incentive, funding
size, how big, capacity
quiet, silent
fast, quick, rapid
save, saving, reduce, cut
child, kid, family
signal, reception, dead spot, no signal
shut down, switch off, click off, turn off, cut out, stop
`

export const FIRST_SYNONYMS: readonly (readonly string[])[] = `${OF_THE_FIELD}${OF_EVERYDAY}`
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split(',').map((phrase) => phrase.trim()))
