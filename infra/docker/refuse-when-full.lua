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

-- An error refuses the image. To answer false would drop it and tell the scanner Success; what the numbers of
-- ReceivedCStoreInstanceFilter mean differs between versions of Orthanc.
function ReceivedInstanceFilter(dicom, origin, info)
  if os.time() - lookedAt >= secondsBetweenLooks then
    lookedAt = os.time()
    look()
  end
  if isFull then error('no room on the disk') end
  return true
end
