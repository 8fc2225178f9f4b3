-- Refuses images while the archive's disk has too little room: on a full disk Orthanc answers Success and keeps empty files.
-- The scanner is told "out of resources" (DICOM PS3.4 table B.2-1, A7xx) and sends again later. ReadroomSmallestFree is a share in percent.

local secondsBetweenLooks = 5
local lookedAt = 0
local isFull = false

-- Of the file system that holds the images; nil where it cannot be told.
local function freePercent()
  local folder = GetOrthancConfiguration()['StorageDirectory']
  local df = io.popen("df -P '" .. folder:gsub("'", "'\\''") .. "' 2>/dev/null")
  if df == nil then return nil end
  local used, available = df:read('*a'):match('\n%S+%s+%d+%s+(%d+)%s+(%d+)')
  df:close()
  if used == nil then return nil end
  return 100 * available / (used + available)
end

local function look()
  local free = freePercent()
  local smallest = tonumber(GetOrthancConfiguration()['ReadroomSmallestFree']) or 5
  local wasFull = isFull
  isFull = free ~= nil and free < smallest
  if isFull and not wasFull then print('The disk is nearly full: images are refused') end
  if wasFull and not isFull then print('There is room again: images are taken') end
end

-- One file of this size and the one before it, at most: a disk that is nearly full is not to be made fuller.
local largestLog = 1024 * 1024

-- Letters of one line; a scanner may send anything.
local function plain(text)
  return (tostring(text or ''):sub(1, 128):gsub('[^\32-\126]', '?'))
end

-- The log, begun anew where it has grown too large; its first line is a name that no other has.
local function openLog(path)
  local log = io.open(path, 'ab')
  if log == nil then return nil end
  local size = log:seek('end')
  if size > largestLog then
    log:close()
    if not os.rename(path, path .. '.1') then return nil end
    log = io.open(path, 'ab')
    if log == nil then return nil end
    size = log:seek('end')
  end
  if size == 0 then log:write(string.format('refused-objects %d-%.6f\n', os.time(), os.clock())) end
  return log
end

-- The worker reads these lines and shows administrators what was refused (apps/worker/src/studies/refusals/refusal-log.ts). No patient data. Each begins
-- with an end of line: what the disk cut off before it stays alone.
local function note(reason, dicom, origin)
  local log = openLog(GetOrthancConfiguration()['StorageDirectory'] .. '/refused-objects.log')
  if log == nil then return end
  local caller, study, image = plain(origin['RemoteAet']), plain(dicom['StudyInstanceUID']), plain(dicom['SOPInstanceUID'])
  log:write('\n', table.concat({ os.time(), reason, caller, study, image }, '\t'), '\n')
  log:close()
end

-- An error refuses the image. To answer false would drop it and tell the scanner Success; what the numbers of
-- ReceivedCStoreInstanceFilter mean differs between versions of Orthanc.
function ReceivedInstanceFilter(dicom, origin, info)
  if os.time() - lookedAt >= secondsBetweenLooks then
    lookedAt = os.time()
    look()
  end
  if isFull then
    -- The answer is the same whether it can be noted or not.
    pcall(note, 'no-room', dicom, origin)
    error('no room on the disk')
  end
  return true
end
