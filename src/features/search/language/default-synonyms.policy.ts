/** Default synonyms: technical terms of home energy and electric cars, and everyday English. They apply until an administrator of the site sets others. */

const TECHNICAL_SYNONYMS = `
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
kerbside, on-street, pavement, roadside, kerb, footpath, sidewalk, street parking
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
ToU, time of use, time of day, off-peak, cheap rate, night rate, economy 7, overnight rate, cheap hours
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
people carrier, MPV, minivan, people mover, six seats, 7 seats, large family car
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
ageing, degradation, degrade, wear out, deteriorate, decline, lifespan, lifetime, life expectancy, durable, durability, longevity, fade
shade, shadow, overshadow
mesh, bird proofing, pigeon
listed building, conservation area, listed, heritage
planning permission, permitted development, planning rules
glazing, double glazing, window
boot, luggage space, trunk
tow, towing, trailer, caravan
`

const EVERYDAY_SYNONYMS = `
second-hand, used, pre-owned, previously owned, nearly new
noise, sound, loud, decibel, dB, hum, hear
warranty, guarantee
installer, fitter, contractor
install, fit, put in
electrician, wiring, sparky
quote, quotation, estimate
compare, comparison, side by side, versus, vs, difference between
bill, running cost, cost, price
cheap, inexpensive, affordable, low cost
dear, expensive, costly
buy, purchase
repair, fix, mend, refurbish
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
train, rail, railway, sleeper, night train
trip, journey, travel, drive
car park, parking bay, underground parking
clothes, laundry, washing
washing machine, washer
dishwasher, appliance
shower, bath
hot, overheat, too hot, burnt, melted, scorched, brown mark
cold, freezing, winter, frost, snow, below zero, sub-zero
garage, shed, outbuilding
under the stairs, cupboard
bird, pigeon, seagull
sea, coast, salt, seaside, coastal, marine
doctor, clinic, pacemaker
grant, subsidy, incentive, funding
size, how big, capacity
quiet, silent
fast, quick, rapid
save, saving, reduce, cut
child, kid, family, toddler, baby
signal, reception, dead spot, connection, connecting, coverage
shut down, switch off, click off, turn off, cut out, stop, trip
paperwork, papers, documents, certificate, form
oversized, too big, too large, oversizing
undersized, too small
country, rural, remote, countryside, village
software, firmware, update
charge, recharge
holiday let, B&B, guest house, bed and breakfast, guests, Airbnb
rust, corrosion, corrode, corroded
placement, location, position
cancel, withdraw, change your mind, cancellation
contract, agreement, sign
high pressure, pressure, hard sell, pushy salesman
scam, rogue, cowboy, mis-sold
complaint, complain, ombudsman, dispute
refund, compensation, money back
calculator, calculation, tool, calculate
advice, tip, guide
advantage, disadvantage, drawback, pros and cons
payback, return on investment, ROI, break even, pay for itself
usage, consumption
reuse, second life, repurpose, old modules
meter reading, smart meter reading
decide, decision, choose
central heating, heating
heat loss survey, heat loss calculation, heat loss report
fire, flame, burning, smoke
safe, safety, dangerous, danger, hazard
weight, heavy, load
loan, borrow, credit, interest
monthly payment, instalment
resale, resell, trade in, depreciation
towel rail, towel radiator, heated rail
stair, staircase, landing, escape route
ceiling, joist, rafter
window, sash
tyre, wheel
snow, snowflake, ice, icy
food, meal, cooking, recipe
supermarket, grocery, shopping, shop
delivery, courier, drop-off
teenager, teen, son, daughter
elderly, old lady, pensioner, retired
pet, dog, cat
camping, caravan, motorhome, campervan, van life
boat, narrowboat, ferry
commute, daily drive, drive to work
mould, fungus, mildew, black mould
humidity, moisture, damp, wet
leak, drip, leaking
pump, well pump, borehole
softener, hard water, limescale, scale, fur up
gale, wind, storm, windy
farm, barn, farmhouse
school run, short trip, short journey
motorway, long distance, long journey, road trip
brake, braking, pads
lodger, flatmate, housemate, sharing a house
joint ownership, shared roof, block of flats
vote, AGM, residents, committee
radio, aerial, antenna
router, broadband, internet, wifi, Wi-Fi, offline
alarm, detector
night, overnight, 3 am
summer, hot weather, heatwave
sunny, sunshine, sunlight, irradiance
yield, output, generation
kilowatt hour, kWh, unit of electricity
voltage, volts, overvoltage, grid voltage
transformer, substation
self-consumption, self-use
export, send to the grid, sell to the grid, sell back
import, buy from the grid
half-hourly, agile, dynamic tariff
standing charge, daily charge
price cap, energy cap, Ofgem cap
road tax, vehicle excise duty, VED
test drive, review, road test
member, user, account, profile
moderation, hidden post, removed post
privacy, personal data, GDPR
`

export const DEFAULT_SYNONYMS: readonly (readonly string[])[] = `${TECHNICAL_SYNONYMS}${EVERYDAY_SYNONYMS}`
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split(',').map((phrase) => phrase.trim()))
