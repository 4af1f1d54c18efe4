# Uploads files with Net::HTTP. Arguments: URL, path, name and type of each file.
require 'net/http'

ARGV.each_slice(4) do |url, path, name, type|
  uri = URI(url)
  request = Net::HTTP::Post.new(uri)
  File.open(path, 'rb') do |file|
    request['Authorization'] = "Bearer #{ENV['UPLOAD_TOKEN']}"
    request.set_form([['file', file, { filename: name, content_type: type }]], 'multipart/form-data')
    response = Net::HTTP.start(uri.host, uri.port) { |http| http.request(request) }
    puts "#{response.code}\t#{response.body}"
  end
end
